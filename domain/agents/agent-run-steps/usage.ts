import { z } from 'zod'
import type { Reader } from '#platform/core/transactions/transaction.ts'

/** The model usage and duration of a run or a step. */
export const usage = z
  .strictObject({
    durationMs: z.int().nullable().meta({
      description:
        'Time from start to end in milliseconds, including waits; null until the step or run has ended.',
      example: 1_840,
    }),
    modelCalls: z.int().meta({ description: 'Number of calls to language models.', example: 3 }),
    inputTokens: z.int().meta({ description: 'Number of tokens in the prompts.', example: 2_410 }),
    outputTokens: z.int().meta({ description: 'Number of tokens in the answers.', example: 312 }),
    costs: z
      .array(
        z.strictObject({
          cost: z.number().meta({
            description: 'Cost in minor units of the currency, with fractions.',
            example: 0.42,
          }),
          currency: z
            .string()
            .meta({ description: 'Currency, as an ISO 4217 code.', example: 'EUR' }),
        }),
      )
      .meta({ description: 'Cost by currency; empty if no model was called.' }),
  })
  .meta({
    id: 'AgentUsage',
    description: 'Duration, and model usage according to the recorded calls.',
    example: { durationMs: 1_840, modelCalls: 0, inputTokens: 0, outputTokens: 0, costs: [] },
  })
export type Usage = z.infer<typeof usage>

/** Duration in milliseconds; null if there is no end yet. */
export const durationOf = (from: Date, to: Date | null): number | null =>
  to && Math.max(0, to.getTime() - from.getTime())

/** The usage of all calls at one place. */
type Used = Omit<Usage, 'durationMs'>

/** The usage of a place without model calls. */
export const UNUSED: Used = { modelCalls: 0, inputTokens: 0, outputTokens: 0, costs: [] }

interface Row {
  key: string
  calls: number
  inputTokens: number
  outputTokens: number
  cost: number
  currency: string
}

/** Usage of runs, keyed by run id. */
export const usedByRuns = async (
  reader: Reader,
  runIds: readonly string[],
): Promise<Map<string, Used>> =>
  runIds.length === 0 ? new Map() : byKey(await reader.sql<Row>(BY_RUN, [reader.tenantId, runIds]))

/** Usage of steps, keyed by `placeOf`. */
export const usedBySteps = async (
  reader: Reader,
  runIds: readonly string[],
): Promise<Map<string, Used>> =>
  runIds.length === 0
    ? new Map()
    : byKey(await reader.sql<Row>(BY_STEP, [reader.tenantId, [...new Set(runIds)]]))

export const placeOf = ({ runId, node, item }: { runId: string; node: string; item: number }) =>
  `${runId}/${node}/${item}`

const byKey = (rows: readonly Row[]): Map<string, Used> =>
  new Map(
    [...Map.groupBy(rows, ({ key }) => key)].map(([key, ofKey]) => [
      key,
      {
        modelCalls: sum(ofKey, ({ calls }) => calls),
        inputTokens: sum(ofKey, ({ inputTokens }) => inputTokens),
        outputTokens: sum(ofKey, ({ outputTokens }) => outputTokens),
        costs: ofKey.map(({ cost, currency }) => ({ cost, currency })),
      },
    ]),
  )

const sum = (rows: readonly Row[], count: (row: Row) => number): number =>
  rows.reduce((total, row) => total + count(row), 0)

const SUMS = `count(*)::int AS calls, sum(input_tokens::bigint)::float8 AS "inputTokens",
    sum(output_tokens::bigint)::float8 AS "outputTokens", sum(cost) AS cost, currency`

const BY_RUN = `
  SELECT run_id AS key, ${SUMS} FROM ai_model_calls
  WHERE tenant_id = $1 AND run_id = ANY ($2::text[]) GROUP BY run_id, currency ORDER BY currency`

const BY_STEP = `
  SELECT run_id || '/' || run_node || '/' || run_item AS key, ${SUMS} FROM ai_model_calls
  WHERE tenant_id = $1 AND run_id = ANY ($2::text[])
  GROUP BY run_id, run_node, run_item, currency ORDER BY currency`
