// Sends a prompt, waits, and prints the answer. Usage: node ask.mjs PANE TEXT
import { pane } from "shadow-tui";

const [name, text] = process.argv.slice(2);
const turn = await pane(name).send(text);
await turn.wait({ timeout: 600 });
console.log(turn.blocked ? `it asks: ${turn.question.question}` : turn.answer.text);
