/**
 * Writes to a stream until its reader goes away: `orm … | head` must neither crash nor stop work that is half done
 * in a database.
 */
export function streamWriter(stream: NodeJS.WritableStream): (text: string) => void {
  let open = true;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    open = false;
  });
  return (text) => {
    if (open) stream.write(text);
  };
}
