/** What a text of a search can be, besides a name. */
export type Searched =
  | { by: 'ID'; id: string }
  | { by: 'EMAIL'; address: string }
  | { by: 'PHONE'; digits: string }
  | { by: 'NAME' }

/** Fewer digits would be part of too many numbers. */
export const FEWEST_DIGITS = 4

/** Country code and trunk prefix are written differently, so only the end of a number is compared. */
const COMPARED_DIGITS = 9

const ID = /^(?:chd|cli)_[0-7][0-9a-hjkmnp-tv-z]{25}$/
const NUMBER = /^[+(]?[0-9][0-9 ()./-]*$/

/** Reads what a person typed: an ID, an e-mail address, a phone number or its last digits; otherwise a name. */
export const searchedBy = (text: string): Searched => {
  const plain = text.trim()
  if (ID.test(plain.toLowerCase())) return { by: 'ID', id: plain.toLowerCase() }
  if (/^[^\s@]+@[^\s@]*$/.test(plain)) return { by: 'EMAIL', address: plain }
  const digits = plain.replaceAll(/\D/g, '')
  if (NUMBER.test(plain) && digits.length >= FEWEST_DIGITS)
    return { by: 'PHONE', digits: digits.slice(-COMPARED_DIGITS) }
  return { by: 'NAME' }
}
