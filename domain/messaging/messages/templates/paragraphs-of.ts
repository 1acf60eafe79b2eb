/** The paragraphs of a text that the centre wrote; undefined if there is none. */
export const paragraphsOf = <Text extends string | undefined>(
  text: Text,
): Text extends string ? string[] : string[] | undefined =>
  text
    ?.split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '') as Text extends string
    ? string[]
    : string[] | undefined
