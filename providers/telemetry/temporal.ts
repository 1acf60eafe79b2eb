import { createRequire } from 'node:module'
import type { WorkflowClientInterceptor } from '@temporalio/client'
import type { WorkerOptions } from '@temporalio/worker'
import type { Tracing } from './sdk.ts'

/** Bundled with the workflows, so that workflow spans and activity headers exist. */
export const WORKFLOW_MODULE = createRequire(import.meta.url).resolve(
  '@temporalio/interceptors-opentelemetry-v2/lib/workflow-interceptors',
)

/** Interceptors that carry a trace through Temporal, in the headers of workflows, signals and activities. */
export interface TemporalTracing {
  client: WorkflowClientInterceptor[]
  activity: NonNullable<NonNullable<WorkerOptions['interceptors']>['activity']>
  sinks: NonNullable<WorkerOptions['sinks']>
}

export const traceTemporal = async ({ processor, resource }: Tracing): Promise<TemporalTracing> => {
  const {
    makeWorkflowExporter,
    OpenTelemetryActivityInboundInterceptor,
    OpenTelemetryWorkflowClientInterceptor,
  } = await import('@temporalio/interceptors-opentelemetry-v2')
  return {
    client: [new OpenTelemetryWorkflowClientInterceptor()],
    activity: [(ctx) => ({ inbound: new OpenTelemetryActivityInboundInterceptor(ctx) })],
    sinks: {
      exporter: makeWorkflowExporter(processor, resource),
    } as unknown as TemporalTracing['sinks'],
  }
}
