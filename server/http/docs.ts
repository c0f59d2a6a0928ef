import type { FastifyInstance } from 'fastify'

export function documentationRoutes(app: FastifyInstance) {
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}
