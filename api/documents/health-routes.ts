import { RESOURCES } from '#platform/core/errors/shortages.ts'
import { HEADERS_OF_EVERY_RESPONSE } from './response-headers.ts'
import { publicRoute, text, told } from './public-route.ts'

const HEALTH = {
  type: 'object',
  properties: { status: told('`ok` while the process responds.') },
  required: ['status'],
}

const readiness = {
  ...HEALTH,
  properties: {
    status: told('Whether the API can serve requests, considering all dependencies.', {
      ...text,
      enum: ['ok', 'degraded', 'down', 'stopping'],
    }),
    dependencies: told('State of each dependency, by name.', {
      type: 'object',
      additionalProperties: text,
    }),
    shortage: {
      type: ['string', 'null'],
      enum: [...RESOURCES, null],
      description:
        'Resources that were short in the last 15 seconds. While they are, requests are refused with 503 and Retry-After.',
    },
  },
}

const describeReadiness = () => {
  const operation = publicRoute({
    operationId: 'getReadiness',
    tag: 'Operations',
    summary: 'Check whether the API can serve requests',
    description:
      '`degraded`: requests are served. Writes are accepted while Temporal is down or has a backlog; with a `shortage`, some requests return 503. `stopping`: the process will end soon, so use another process.',
    success: {
      description: 'The API can serve requests.',
      schema: readiness,
      example: {
        status: 'ok',
        dependencies: { database: 'ok', temporal: 'ok' },
        shortage: null,
      },
    },
  })
  const down = {
    description: 'The API cannot serve requests.',
    headers: HEADERS_OF_EVERY_RESPONSE,
    content: {
      'application/json': {
        schema: readiness,
        example: {
          status: 'down',
          dependencies: { database: 'down', temporal: 'ok' },
          shortage: null,
        },
      },
    },
  }
  return { ...operation, responses: { '200': operation.responses['200'], '503': down } }
}

export const healthRoute = publicRoute({
  operationId: 'getHealth',
  tag: 'Operations',
  summary: 'Check whether the process is alive',
  description:
    'For supervisors that restart a process that does not respond. Nothing else is checked.',
  success: { description: 'The process is alive.', schema: HEALTH, example: { status: 'ok' } },
})

export const readinessRoute = describeReadiness()
