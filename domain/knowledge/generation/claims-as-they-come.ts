/**
 * Splits a streamed model response: emits each claim once its JSON is complete. Incomplete claims cannot be
 * verified and are not emitted.
 */
export const claimsAsTheyCome = (onClaim: (json: string) => void): ((piece: string) => void) => {
  let isInClaims = false
  let before = ''
  let claim = ''
  let depth = 0
  let isInString = false
  let isEscaped = false

  const take = (character: string): void => {
    if (!isInClaims) {
      before += character
      isInClaims = character === '[' && /"claims"\s*:\s*\[$/.test(before)
      return
    }
    if (depth === 0 && character !== '{') return
    claim += character
    if (isEscaped) isEscaped = false
    else if (isInString && character === '\\') isEscaped = true
    else if (character === '"') isInString = !isInString
    else if (!isInString && (character === '{' || character === '[')) depth += 1
    else if (!isInString && (character === '}' || character === ']')) depth -= 1
    if (depth > 0) return
    onClaim(claim)
    claim = ''
  }
  return (piece) => {
    for (const character of piece) take(character)
  }
}
