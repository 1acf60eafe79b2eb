/**
 * Dynamic configuration of Temporal's server, the same in temporal-compose.yml. The server's defaults suit a
 * large cluster. On one machine, its poll rates would double the time of each workflow step. One partition
 * keeps fairness (docs/decisions/0059) exact; it no longer changes the time per step. Measured with server
 * 1.32: dev/README.md.
 */
export const TEMPORAL_TUNING = {
  'history.transferProcessorMaxPollRPS': 2_000,
  'history.timerProcessorMaxPollRPS': 2_000,
  'history.visibilityProcessorMaxPollRPS': 2_000,
  'matching.numTaskqueueReadPartitions': 1,
  'matching.numTaskqueueWritePartitions': 1,
  'matching.enableFairness': true,
}
