import type { z } from 'zod'

/** A list of values that will grow: requests know these alone, answers may have others (docs/decisions/0081). */
export const growing = <Schema extends z.ZodEnum>(values: Schema): Schema =>
  values.meta({ growing: true })
