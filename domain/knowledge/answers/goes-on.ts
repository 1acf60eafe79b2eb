/** Words that begin a sentence which means little without the one before. */
const BEGINS =
  /^(?:otherwise|after that|if not|in (?:this|that) case|then|they|it|he|she|both|later|sonst|andernfalls|danach|dann|er|sie|es|dafür|dabei|dazu|si no|de lo contrario|después|en ese caso|luego|ellos|ellas|sinon|ensuite|dans ce cas|ils?|elles?)(?!\p{L})/iu
/** Words that point to the sentence before. */
const POINTS =
  /(?<!\p{L})(?:this|these|those|such|both|beide|ambos|diese[mnrs]?|est[aeo]s?|es[ao]s?|cette|ces|cet)(?!\p{L})/iu

/** Whether a sentence goes on with the one before, such as "Otherwise we charge 30 EUR." */
export const goesOn = (sentence: string): boolean => BEGINS.test(sentence) || POINTS.test(sentence)
