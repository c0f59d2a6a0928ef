import '@fontsource-variable/inter/wght.css'
import './style.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchConnection } from './api/connection.ts'
import { client, router } from './router.ts'
import { applyTheme } from './shell/theme.ts'
import { listenForShortcuts } from './ui/shortcuts.ts'

applyTheme()
watchConnection()
listenForShortcuts()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
