import type { Browser } from '../testing.ts';

/** Reads a stream of server-sent events. */
export async function listen(person: Browser, lastEventId?: string) {
	const hangUp = new AbortController();
	const response = await person.fetch('/api/live', {
		signal: hangUp.signal,
		...(lastEventId !== undefined && { headers: { 'last-event-id': lastEventId } }),
	});
	const seen: { event: string; id: string; data: Record<string, unknown> }[] = [];
	const reading = (async () => {
		let text = '';
		for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
			text += chunk;
			for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
				const fields = new Map(
					text
						.slice(0, end)
						.split('\n')
						.map((line) => [line.split(': ')[0]!, line.slice(line.indexOf(': ') + 2)]),
				);
				text = text.slice(end + 2);
				if (fields.has('event')) {
					seen.push({
						event: fields.get('event')!,
						id: fields.get('id') ?? '',
						data: JSON.parse(fields.get('data')!) as Record<string, unknown>,
					});
				}
			}
		}
	})();
	// The first data shows that the server is now listening.
	while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
	return {
		seen,
		of: (kind: string) => seen.filter((one) => one.event === kind).map(({ data }) => data),
		ended: reading.then(
			() => 'ended',
			() => 'broken off',
		),
		close: () => hangUp.abort(),
	};
}
