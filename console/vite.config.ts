import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The service that `npm run console` uses. */
const service = process.env.FOYER_URL ?? 'http://localhost:3000'

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react(), tailwind()],
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // The first versions with `light-dark()`, which the colours use.
    target: ['chrome125', 'firefox128', 'safari17.5'],
    // Fonts and images are files, as the content security policy forbids `data:` fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The initial script has 600 kB (161 compressed).
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Otherwise, each icon and button that two screens share becomes a file: 84 for one screen.
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
        // The service accepts changes only from its own origin, which differs from that of the development server.
        configure: (proxy) => proxy.on('proxyReq', (request) => request.setHeader('origin', service)),
      },
    },
  },
})
