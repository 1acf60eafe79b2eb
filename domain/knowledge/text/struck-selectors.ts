/** An element of a page, as far as a style sheet selects it. */
export interface StyledElement {
  name: string
  id: string | undefined
  classes: readonly string[]
}

/** A simple selector for each level, outermost first: `.old p` has two. */
type Selector = readonly Simple[]

interface Simple {
  name: string | undefined
  id: string | undefined
  classes: readonly string[]
}

/** Declarations that strike text out. */
export const STRIKING = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i

/** More selectors are not looked at: each is compared with each element. */
const MOST_SELECTORS = 50
const LONGEST_SELECTOR = 200
const SIMPLE = /^(?:[a-z][a-z0-9]*|\*)?(?:[.#][\w-]+)*$/i

/**
 * The selectors by which a style sheet strikes text out. A selector with a state, an attribute or a sibling is not
 * looked at.
 */
export const struckSelectors = (css: string): Selector[] =>
  withoutComments(css)
    .split('}')
    .flatMap((rule) => {
      const [declarations, selectors] = rule.split('{').toReversed()
      return selectors && STRIKING.test(declarations!) ? selectors.split(',') : []
    })
    .slice(0, MOST_SELECTORS)
    .flatMap((selector) => {
      const parts = selector
        .slice(0, LONGEST_SELECTOR)
        .trim()
        .split(/\s*>\s*|\s+/)
      return parts.every((part) => part !== '' && SIMPLE.test(part)) ? [parts.map(simple)] : []
    })

/** Without a regular expression, which would search for the end of each open comment. */
const withoutComments = (css: string): string => {
  const [first, ...others] = css.split('/*')
  return [first, ...others.map((text) => text.split('*/').slice(1).join('*/'))].join('')
}

const simple = (text: string): Simple => ({
  name: /^[a-z][a-z0-9]*/i.exec(text)?.[0].toLowerCase(),
  id: /#([\w-]+)/.exec(text)?.[1],
  classes: [...text.matchAll(/\.([\w-]+)/g)].map(([, name]) => name!),
})

/** Whether a selector selects an element with these ancestors, outermost first. A child counts as a descendant. */
export const isSelected = (
  element: StyledElement,
  ancestors: readonly StyledElement[],
  selectors: readonly Selector[],
): boolean =>
  selectors.some((selector) => {
    let level = selector.length - 1
    if (!fits(element, selector[level]!)) return false
    for (let at = ancestors.length - 1; at >= 0 && level > 0; at -= 1)
      if (fits(ancestors[at]!, selector[level - 1]!)) level -= 1
    return level === 0
  })

const fits = (element: StyledElement, { name, id, classes }: Simple): boolean =>
  (name === undefined || name === element.name) &&
  (id === undefined || id === element.id) &&
  classes.every((it) => element.classes.includes(it))
