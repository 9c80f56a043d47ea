import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const hall = process.env.SKALI_HALL ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
    }),
    svelte(),
  ],
  build: {
    outDir: process.env.SKALI_WEB_OUT ?? '../src/skali/hall/web_dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the page's content security policy allows no data: addresses
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: hall, ws: true } } },
});
