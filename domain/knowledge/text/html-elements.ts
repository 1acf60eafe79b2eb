const names = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** The elements of HTML, as far as they shape its text. */
export const HTML_ELEMENTS = {
  /** Their content is not part of the document's text. */
  leftOut: names('script style template noscript head svg iframe object'),
  void: names('br hr img input meta link area base col embed source track wbr'),
  inline: names(
    'a abbr acronym b bdi bdo big cite code data dfn em font i kbd label mark nobr q samp small span strong sub sup time tt u var wbr ins del s strike',
  ),
  bold: names('b strong'),
  /** Their text is no longer valid (HTML 4.5.5, 4.7.2). */
  struck: names('del s strike'),
  cells: names('td th'),
  lists: names('ul ol'),
} as const
