import js from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["**/dist/**", "**/node_modules/**"] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    files: ["**/*.ts"],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowNullish: true, allowBoolean: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true }],
      // What an await lets change, and what comes from outside, the types do not know.
      "@typescript-eslint/no-unnecessary-condition": "off",
      "@typescript-eslint/no-unnecessary-boolean-literal-compare": "off",
      "max-lines-per-function": ["error", { max: 60, skipBlankLines: true, skipComments: true }],
      "max-lines": ["error", { max: 600 }],
    },
  },
  {
    files: ["**/*.test.ts"],
    // The runner waits for its tests itself.
    rules: { "@typescript-eslint/no-floating-promises": "off", "max-lines-per-function": "off" },
  },
  // The server's answers are read as they are.
  { files: ["e2e/**"], rules: { "@typescript-eslint/no-base-to-string": "off" } },
  { files: ["**/*.mjs", "eslint.config.js"], ...tseslint.configs.disableTypeChecked, languageOptions: { globals: { console: "readonly", process: "readonly" } } },
);
