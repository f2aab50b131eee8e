import { defineConfig, globalIgnores } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores(["**/*.js", "build/", "src/tablier/static*/", ".venv/"]),
  {
    files: ["web/**/*.ts", "src/tablier/games/*/board*.ts"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { project: ["tsconfig.json", "web/tsconfig.worker.json"], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // `() => element.focus()` is a common way to write a listener
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // listeners may be asynchronous
      "@typescript-eslint/no-misused-promises": ["error", { checksVoidReturn: false }],
      // it takes an element of an array or a record to be there always
      "@typescript-eslint/no-unnecessary-condition": "off",
    },
  },
  { files: ["**/*.mjs"], extends: [tseslint.configs.recommended] },
);
