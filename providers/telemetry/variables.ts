import { z } from 'zod'

/**
 * The variables that turn tracing on. The SDK itself reads these and its others (headers, sampler, batching,
 * resource): https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */
export const TRACING_VARIABLES = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional().meta({
    description: 'OTLP/HTTP collector. Setting it switches tracing on.',
  }),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url().optional().meta({
    description: 'The same, for traces only, with its full path.',
  }),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/protobuf', 'http/json'])
    .default('http/protobuf')
    .meta({
      description: 'Encoding of spans. There is no gRPC exporter.',
    }),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp').meta({
    description: '`none` switches tracing off.',
  }),
  OTEL_SDK_DISABLED: z.stringbool().default(false).meta({
    description: '`true` switches tracing off.',
  }),
}

const Variables = z.object(TRACING_VARIABLES)

export type TracingConfig = { protocol: 'http/protobuf' | 'http/json' } | undefined

/** Undefined unless an operator configured a collector. */
export const tracingConfig = (env: z.output<typeof Variables>): TracingConfig => {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT
  const off = env.OTEL_SDK_DISABLED || env.OTEL_TRACES_EXPORTER === 'none'
  return endpoint && !off ? { protocol: env.OTEL_EXPORTER_OTLP_PROTOCOL } : undefined
}
