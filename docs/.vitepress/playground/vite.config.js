// Builds the playground's page beside the files that harness/browser/site.js has written: npm --prefix docs run playground
// A site built afterwards contains the page and links to it (config.js).
import { join } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  logLevel: 'warn',
  plugins: [vue()],
  resolve: { alias: [{ find: /^vitepress$/, replacement: join(import.meta.dirname, '../studio/vitepress.js') }] },
  worker: { format: 'es', rollupOptions: { input: ['index.html', 'offline.js'].map((name) => join(import.meta.dirname, name)), output: { entryFileNames: '[name].js' } } },
  build: {
    outDir: process.env.PLAYGROUND_OUT || join(import.meta.dirname, '../../public/playground'),
    emptyOutDir: false,
    modulePreload: false,
    target: 'es2022',
    chunkSizeWarningLimit: 1000,
    rollupOptions: { input: ['index.html', 'offline.js'].map((name) => join(import.meta.dirname, name)), output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' } }
  }
})
