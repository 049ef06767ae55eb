// The same as CommonJS.
import shadow = require("../index.cjs");

const ready: boolean = shadow.parse("$ ls").submit_ready;
const error: shadow.ShadowError = new shadow.Refused("it is refused");
console.log(ready, error);
