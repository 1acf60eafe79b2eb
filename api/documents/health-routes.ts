import { RESOURCES } from '#platform/core/errors/shortages.ts'
import { HEADERS_OF_EVERY_RESPONSE } from './response-headers.ts'
import { publicRoute, text, told } from './public-route.ts'

const HEALTH = {
  type: 'object',
  properties: { status: told('`ok` while the process answers.') },
  required: ['status'],
}

const readiness = {
  ...HEALTH,
  properties: {
    status: told('Whether it can serve requests, considering all dependencies.', {
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
        'Resources that were short in the last 15 seconds: requests were refused with 503 and Retry-After.',
    },
  },
}

const describeReadiness = () => {
  const operation = publicRoute({
    operationId: 'getReadiness',
    tag: 'Operations',
    summary: 'Whether the API can serve requests, by dependency',
    description:
      '`degraded` still serves requests: writes are accepted while Temporal is down or has a backlog; with a `shortage`, some requests return 503. `stopping` ends soon: use another process.',
    success: {
      description: 'It serves.',
      schema: readiness,
      example: {
        status: 'ok',
        dependencies: { database: 'ok', temporal: 'ok' },
        shortage: null,
      },
    },
  })
  const down = {
    description: 'It cannot serve requests.',
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
  summary: 'Whether the process is alive',
  description:
    'For supervisors that restart a process that does not answer. It checks nothing else.',
  success: { description: 'It does.', schema: HEALTH, example: { status: 'ok' } },
})

export const readinessRoute = describeReadiness()
