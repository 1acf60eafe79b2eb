/** What Temporal has had a worker run so far, as its metrics count it. */
export const workerCounts = async (
  metricsUrl: string,
): Promise<{ activities: number; workflowTasks: number }> => {
  const metrics = await (await fetch(metricsUrl)).text()
  return {
    activities: totalOf(metrics, 'temporal_activity_execution_latency'),
    workflowTasks: totalOf(metrics, 'temporal_workflow_task_execution_latency'),
  }
}

/** How often something was timed, over all labels. */
const totalOf = (metrics: string, name: string): number =>
  [...metrics.matchAll(new RegExp(`^${name}(?:_\\w+)?_count\\{.*\\} (\\d+)`, 'gm'))].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  )
