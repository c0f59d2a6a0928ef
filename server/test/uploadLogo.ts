const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'

/** Uploads a small image to a running service and returns the id of its file. */
export async function uploadLogo(url: string, key: string): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([picture], { type: 'image/svg+xml' }), 'logo.svg')
  const response = await fetch(`${url}/v0/files`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: form,
  })
  const { fileId } = (await response.json()) as { fileId: string }
  return fileId
}
