// What ./dev lint holds the JavaScript of this folder to.
import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "max-len": ["error", { code: 119 }],
      "max-lines": ["error", { max: 400, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["error", { max: 100, skipComments: true }],
      "no-var": "error",
      "prefer-const": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-shadow": "error",
      "no-use-before-define": ["error", { functions: false, variables: false }],
      "no-trailing-spaces": "error",
      eqeqeq: "error",
      semi: "error",
      quotes: ["error", "double", { avoidEscape: true, allowTemplateLiterals: true }],
    },
  },
  { files: ["src/**"], languageOptions: { globals: globals.browser } },
  { files: ["*.mjs", "fixtures/**"], languageOptions: { globals: globals.node } },
  // tests hand functions to the page in the browser
  {
    files: ["test/**"],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
    rules: { "max-lines-per-function": "off" },
  },
];
