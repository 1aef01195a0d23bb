import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// `npm run dev` serves the page with the answers of a program that runs beside it: inarow serve.
export default defineConfig({
  plugins: [svelte()],
  build: { target: 'es2022', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:7878', headers: { origin: 'http://127.0.0.1:7878' } } } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
});
