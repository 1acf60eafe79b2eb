import { z } from 'zod'
import { shared } from './shared.ts'

/** A query parameter with comma-separated values: `status=CONFIRMED,CHECKED_IN`. */
export const commaSeparated = <Item extends z.ZodType<unknown, string>>(item: Item, most: number) =>
  splitText(most).pipe(z.array(item).max(most))

const splitText = shared((most: number) =>
  z
    .string()
    .max(50 * most)
    .transform((text) => text.split(',')),
)

/** The list in such a parameter; `undefined` for other parameters. */
export const listedBy = (schema: z.core.$ZodType): z.ZodArray | undefined => {
  if (schema instanceof z.ZodOptional) return listedBy(schema.unwrap())
  if (!(schema instanceof z.ZodPipe)) return undefined
  const { in: text, out: list } = schema
  return text instanceof z.ZodPipe && list instanceof z.ZodArray ? list : undefined
}
