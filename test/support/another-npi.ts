import { isNpi } from '#organization/providers/is-npi.ts'

let last = 100_000_000

/** A national provider identifier that no other provider of this process uses. */
export const anotherNpi = (): string => {
  last += 1
  return Array.from({ length: 10 }, (_, digit) => `${last}${digit}`).find(isNpi)!
}
