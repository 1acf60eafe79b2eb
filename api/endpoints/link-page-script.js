// Shows and hides questions while others are answered, by the conditions that the server has. A hidden question is
// disabled: it is neither required nor sent. `isMet` is put before this (CONDITIONS_SCRIPT).
const form = document.querySelector('form')
const questions = [...form.querySelectorAll('[data-question]')]

const inputsOf = (question) => [...question.querySelectorAll('input, textarea')]

const answerOf = (question) => {
  const given = inputsOf(question).filter((input) =>
    input.type === 'radio' || input.type === 'checkbox' ? input.checked : input.value.trim() !== '',
  )
  const values = given.map(({ value }) => value.trim())
  if (values.length === 0) return undefined
  switch (question.dataset.kind) {
    case 'YES_NO':
      return values[0] === 'yes'
    case 'CHOICES':
      return values
    case 'NUMBER':
      return Number(values[0].replace(',', '.'))
    default:
      return values[0]
  }
}

const update = () => {
  const known = new Map()
  const shown = []
  for (const question of questions) {
    const isShown = JSON.parse(question.dataset.showIf).every((condition) =>
      isMet(condition, known),
    )
    question.hidden = !isShown
    for (const it of question.querySelectorAll('fieldset, input, textarea')) it.disabled = !isShown
    if (!isShown) continue
    shown.push(question.dataset.question)
    const answer = answerOf(question)
    if (answer !== undefined) known.set(question.dataset.question, answer)
  }
  if (form.elements._shown) form.elements._shown.value = shown.join(' ')
}

form.addEventListener('input', update)
update()
