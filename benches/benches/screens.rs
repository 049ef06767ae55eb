//! Criterion over the workload: each kind of work over about every tenth capture of the corpus.

#![allow(missing_docs, reason = "criterion's macros make undocumented items")]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use shadow_benches::work::{Bench, Work, feed_grid};
use shadow_benches::workload;

fn screens(criterion: &mut Criterion) {
    let mut bench = Bench::new(workload::captures(10));
    let mut group = criterion.benchmark_group("screens");
    group.throughput(Throughput::Elements(bench.samples().len() as u64));
    for work in Work::ALL {
        group.bench_function(work.name(), |bencher| bencher.iter(|| bench.run(work)));
    }
    group.finish();
}

fn grid(criterion: &mut Criterion) {
    let output = workload::output(1 << 20);
    let mut group = criterion.benchmark_group("grid");
    group.throughput(Throughput::Bytes(output.len() as u64));
    group.bench_function("recorded output", |bencher| {
        bencher.iter(|| feed_grid(&output));
    });
    group.finish();
}

criterion_group!(benches, screens, grid);
criterion_main!(benches);
