import tseslint from 'typescript-eslint';

export default tseslint.config({ ignores: ['**/dist/**', '**/golden/**'] }, ...tseslint.configs.strictTypeChecked, {
  languageOptions: {
    parserOptions: { project: ['./packages/generator/tsconfig.test.json'], tsconfigRootDir: import.meta.dirname },
  },
  rules: {
    '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
    '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
    '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
  },
});
