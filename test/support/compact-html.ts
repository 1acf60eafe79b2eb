/** HTML without insignificant whitespace. */
export const compactHtml = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*([<>])\s*/g, '$1')
    .replaceAll(/ ?\/>/g, '>')
