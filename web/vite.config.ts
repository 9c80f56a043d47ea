import { readFile, writeFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { paraglideVitePlugin } from '@inlang/paraglide-js';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** Every font size in pixels grows with the preferred size of text: 13px becomes calc(13px * var(--text)). */
const textSize = {
  postcssPlugin: 'text-size',
  Declaration(declaration: { prop: string; value: string }) {
    if (/^font(-size)?$/.test(declaration.prop) && !declaration.value.includes('--text'))
      declaration.value = declaration.value.replace(/\b\d+(\.\d+)?px/, 'calc($& * var(--text))');
  },
};

/** Scripts, styles and pictures are compressed once, here; the hall hands out what a browser can read. */
const compressed = {
  name: 'compressed',
  async writeBundle({ dir }: { dir?: string }, bundle: Record<string, unknown>) {
    const files = [...Object.keys(bundle), 'favicon.svg'].filter((name) => /\.(js|css|svg)$/.test(name));
    for (const name of files) {
      const text = await readFile(`${dir}/${name}`);
      await writeFile(`${dir}/${name}.gz`, gzipSync(text, { level: 9 }));
      await writeFile(`${dir}/${name}.br`, brotliCompressSync(text));
    }
  },
};

const hall = process.env.SKALI_HALL ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/paraglide',
      strategy: ['localStorage', 'preferredLanguage', 'baseLocale'],
    }),
    svelte(),
    compressed,
  ],
  css: { postcss: { plugins: [textSize] } },
  build: {
    outDir: process.env.SKALI_WEB_OUT ?? '../src/skali/hall/web_dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // the page's content security policy allows no data: addresses
    modulePreload: { polyfill: false },
    reportCompressedSize: false, // tools/build_web.py tells what a page weighs
  },
  server: { proxy: { '/api': { target: hall, ws: true } } },
});
