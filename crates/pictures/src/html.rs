//! A picture as one HTML page: the drawing, and the verdict as text that can be read aloud, searched
//! and copied. The page may load nothing and run nothing, and says so to the browser.

use crate::escape::escaped;
use crate::picture::Picture;
use crate::svg::svg;

/// What the page forbids the browser.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// The picture as an HTML document.
#[must_use]
pub fn html(picture: &Picture<'_>) -> String {
    let verdict: String = picture
        .verdict()
        .iter()
        .map(|(label, value)| {
            format!(
                "<tr><th>{}</th><td>{}</td></tr>\n",
                escaped(label),
                escaped(value)
            )
        })
        .collect();
    let reasons: String = picture
        .reasons()
        .iter()
        .map(|reason| format!("<li>{}</li>\n", escaped(reason)))
        .collect();
    let body = format!(
        "{}<table>\n{verdict}</table>\n<ul>\n{reasons}</ul>\n",
        svg(picture)
    );
    page(&picture.title, &body)
}

/// A page with a title and a body of markup.
pub(crate) fn page(title: &str, body: &str) -> String {
    let title = escaped(title);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n<title>{title}</title>\n\
         <style>body{{background:#14171c;color:#d6dae0;font:14px/1.5 monospace;margin:16px}}\
         svg{{max-width:100%;height:auto}}table{{border-collapse:collapse}}\
         th{{text-align:left;font-weight:normal;color:#8a909c;padding-right:16px}}\
         td{{padding-right:16px;text-align:right}}h1{{font-size:18px}}h2{{font-size:15px}}</style>\n\
         </head>\n<body>\n{body}</body>\n</html>\n"
    )
}
