/**
 * The script for passkeys, which browsers offer only to scripts. Its buttons stay hidden if the browser does
 * not support them; everything else works without it.
 */
export const PASSKEY_SCRIPT = `
const texts = JSON.parse(document.body.dataset.texts)
const status = document.getElementById('status')
const say = (text, isBad) => {
  status.textContent = text
  status.className = isBad ? 'bad' : ''
}
const toBytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (it) => it.charCodeAt(0))
const toText = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '')
const withBytes = (known) => (known || []).map((it) => ({ ...it, id: toBytes(it.id) }))
const creationOptions = (it) => PublicKeyCredential.parseCreationOptionsFromJSON
  ? PublicKeyCredential.parseCreationOptionsFromJSON(it)
  : { ...it, challenge: toBytes(it.challenge), user: { ...it.user, id: toBytes(it.user.id) },
      excludeCredentials: withBytes(it.excludeCredentials) }
const requestOptions = (it) => PublicKeyCredential.parseRequestOptionsFromJSON
  ? PublicKeyCredential.parseRequestOptionsFromJSON(it)
  : { ...it, challenge: toBytes(it.challenge), allowCredentials: withBytes(it.allowCredentials) }
const asJson = ({ id, rawId, type, response }) => ({
  id, rawId: toText(rawId), type, clientExtensionResults: {},
  response: {
    clientDataJSON: toText(response.clientDataJSON),
    ...(response.attestationObject && {
      attestationObject: toText(response.attestationObject),
      transports: response.getTransports ? response.getTransports() : [],
    }),
    ...(response.signature && {
      authenticatorData: toText(response.authenticatorData),
      signature: toText(response.signature),
      userHandle: response.userHandle && toText(response.userHandle),
    }),
  },
})
const send = async (path, body = {}, method = 'POST') => {
  const answer = await fetch(path, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json', 'x-csrf-token': document.body.dataset.csrf || '' },
    body: JSON.stringify(body),
  })
  const value = await answer.json()
  if (value.code === 'step_up_required') location.assign('/sign-in/step-up')
  if (!answer.ok) throw new Error(value.detail)
  return value
}
const show = async (path) => {
  const publicKey = requestOptions(await send(path + '/options'))
  await send(path, { credential: asJson(await navigator.credentials.get({ publicKey })) })
  location.assign('/sign-in')
}
const showCodes = (codes) => {
  if (codes.length === 0) return location.reload()
  document.getElementById('codes').replaceChildren(...codes.map((code) => {
    const item = document.createElement('li')
    item.append(Object.assign(document.createElement('code'), { textContent: code }))
    return item
  }))
  document.getElementById('main').hidden = true
  document.getElementById('kept').hidden = false
  document.getElementById('kept').focus()
}
const acts = {
  signIn: () => show('/sign-in/passkey'),
  stepUp: () => show('/sign-in/step-up'),
  register: async () => {
    const name = document.getElementById('name').value
    const publicKey = creationOptions(await send('/sign-in/passkeys/options'))
    const credential = asJson(await navigator.credentials.create({ publicKey }))
    showCodes((await send('/sign-in/passkeys', { name, credential })).recoveryCodes)
  },
  replaceCodes: async () => showCodes((await send('/sign-in/recovery-codes')).recoveryCodes),
  rename: async ({ id }) => {
    await send('/v1/passkeys/' + id, { name: document.getElementById('name-' + id).value }, 'PATCH')
    say(texts.nameSaved)
  },
  revoke: async ({ id }) => {
    await send('/v1/passkeys/' + id + '/revoke')
    location.reload()
  },
}
const explained = (error) => error.name === 'NotAllowedError' ? texts.notShown
  : error.name === 'InvalidStateError' ? texts.alreadyHere : error.message
for (const button of document.querySelectorAll('[data-act]')) {
  button.addEventListener('click', async (event) => {
    event.preventDefault()
    const form = button.closest('form')
    if (form && !form.reportValidity()) return
    button.disabled = true
    say('')
    await acts[button.dataset.act](button.dataset).catch((error) => say(explained(error), true))
    button.disabled = false
  })
}
if (window.PublicKeyCredential) for (const it of document.querySelectorAll('[data-passkeys]')) it.hidden = false
`
