/** The prefix 80840 of a card issuer's number (45 CFR 162.406), as it counts in Luhn's sum. */
const PREFIX_SUM = 24

/** Whether a text is a national provider identifier: ten digits whose last is Luhn's check digit. */
export const isNpi = (text: string): boolean => {
  if (!/^\d{10}$/.test(text)) return false
  const digits = Array.from(text, Number)
  const counted = digits.map((digit, index) => (index % 2 === 1 ? digit : twice(digit)))
  return counted.reduce((sum, digit) => sum + digit, PREFIX_SUM) % 10 === 0
}

/** The sum of the digits of twice a digit. */
const twice = (digit: number): number => (digit < 5 ? digit * 2 : digit * 2 - 9)
