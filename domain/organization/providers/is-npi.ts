/** The Luhn sum of the issuer prefix 80840 (45 CFR 162.406). */
const PREFIX_SUM = 24

/** Whether a text is a national provider identifier: ten digits, of which the last is the Luhn check digit. */
export const isNpi = (text: string): boolean => {
  if (!/^\d{10}$/.test(text)) return false
  const digits = Array.from(text, Number)
  const counted = digits.map((digit, index) => (index % 2 === 1 ? digit : twice(digit)))
  return counted.reduce((sum, digit) => sum + digit, PREFIX_SUM) % 10 === 0
}

/** The sum of the digits of twice a digit. */
const twice = (digit: number): number => (digit < 5 ? digit * 2 : digit * 2 - 9)
