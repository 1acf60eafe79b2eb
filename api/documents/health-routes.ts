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
    status: told('Whether it can serve, all dependencies taken together.', {
      ...text,
      enum: ['ok', 'degraded', 'down', 'stopping'],
    }),
    dependencies: told('State of each dependency, by its name.', {
      type: 'object',
      additionalProperties: text,
    }),
    shortage: {
      type: ['string', 'null'],
      enum: [...RESOURCES, null],
      description:
        'What requests of the last 15 seconds were refused for lack of: they got 503 with Retry-After.',
    },
  },
}

const describeReadiness = () => {
  const operation = publicRoute({
    operationId: 'getReadiness',
    tag: 'Operations',
    summary: 'Whether the API can serve, by dependency',
    description:
      '`degraded` still serves: writes are accepted while Temporal is down or has a backlog; with a `shortage` some requests get 503. `stopping` ends soon: ask another process.',
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
    description: 'It does not serve.',
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
  summary: 'Whether the process lives',
  description:
    'For supervisors that start a process again when it does not answer. It looks at nothing else.',
  success: { description: 'It does.', schema: HEALTH, example: { status: 'ok' } },
})

export const readinessRoute = describeReadiness()
