import { Paperclip } from "/mnt/repo/paperclip/e2e/server.ts";
const p = new Paperclip(43100);
const t=Date.now(); await p.start(); console.log("up", Date.now()-t, JSON.stringify(await p.get("/api/health")).slice(0,600));
const c = await p.post("/api/companies",{name:"Lab"}); console.log(JSON.stringify(c).slice(0,300));
for (const d of ["claude","codex","claude-local"]) console.log(JSON.stringify(await p.raw("POST","/api/adapters/install",{packageName:"/mnt/repo/paperclip/"+d,isLocalPath:true})).slice(0,500));
console.log(JSON.stringify(await p.get("/api/adapters/claude_tui")).slice(0,900));
await p.stop(); process.exit(0);
