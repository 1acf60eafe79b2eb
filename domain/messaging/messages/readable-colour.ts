/** The contrast that WCAG 2.2 requires for normal text (1.4.3, level AA). */
const LEAST_CONTRAST = 4.5

/** The colours of the platform, with leading `#`. */
export const DEFAULT_COLOUR = '#1a4f8b'

/**
 * The nearest colour on which white text can be read: the colour itself, or a darker shade.
 * @param colour `#rrggbb`
 */
export const readableColour = (colour: string): string => {
  const channels = channelsOf(colour)
  for (let share = 100; share > 0; share -= 1) {
    const darker = channels.map((channel) => Math.floor((channel * share) / 100))
    if (contrastWithWhite(darker) >= LEAST_CONTRAST) return hexOf(darker)
  }
  return '#000000'
}

const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

const hexOf = (channels: readonly number[]): string =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`

/** WCAG 2.2, "contrast ratio" and "relative luminance". */
const contrastWithWhite = (channels: readonly number[]): number => {
  const [red, green, blue] = channels.map((channel) => {
    const value = channel / 255
    return value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red! + 0.7152 * green! + 0.0722 * blue! + 0.05)
}
