/** HTML as a browser takes it: blanks between and inside of tags say nothing. */
export const compactHtml = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s*([<>])\s*/g, '$1')
    .replaceAll(/ ?\/>/g, '>')
