// Prints a line when one of your agents needs you. Usage: node needs_me.mjs
import { watch } from "shadow-tui";

for await (const event of watch({ events: ["operator_blocked"] })) {
  if (event.event === "operator_blocked") {
    const block = event.operator_block;
    console.log(event.pane, "needs you:", block.question ?? block.title ?? block.kind);
  }
}
