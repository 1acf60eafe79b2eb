import type { z } from 'zod'

/**
 * A list of values that will grow: requests accept only these values, but responses may contain others
 * (api/README.md).
 */
export const growing = <Schema extends z.ZodEnum>(values: Schema): Schema =>
  values.meta({ growing: true })
