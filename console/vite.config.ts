import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Where `npm run console` finds the service. */
const service = process.env.FOYER_URL ?? 'http://localhost:3000'

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), tailwind()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // Browsers that know `light-dark()`, which the colours are written with.
    target: ['chrome125', 'firefox128', 'safari17.5'],
    // Fonts and pictures are files: the policy allows no `data:` fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The start is one file of 580 kB (156 compressed).
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Otherwise every icon and button that two screens share is a file of its own: 84 for one screen.
          groups: [
            { name: 'start', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 8, maxModuleSize: 20_000, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/console/api': {
        target: service,
        changeOrigin: true,
        // The service takes changes from its own origin alone; in development that is this server.
        configure: (proxy) => proxy.on('proxyReq', (request) => request.setHeader('origin', service)),
      },
    },
  },
})
