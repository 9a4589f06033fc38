/** Opens live streams and counts their bytes, in a separate process. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

interface Order {
	origin: string;
	/** One stream per token. */
	tokens: string[];
}

/** Opens the streams; responds when all have begun. A second message closes them; responds with the bytes of each. */
process.on('message', (order: Order | 'close') => {
	void (order === 'close' ? close() : open(order)).then((answer) => process.send?.(answer));
});
process.once('disconnect', () => process.exit(0));

let streams: { response: IncomingMessage; bytesBefore: number }[] = [];

async function open({ origin, tokens }: Order): Promise<'open'> {
	streams = await Promise.all(
		tokens.map(async (token) => {
			const request = get(`${origin}/api/live`, { agent: false, headers: { authorization: `Bearer ${token}` } });
			const [response] = (await once(request, 'response')) as [IncomingMessage];
			if (response.statusCode !== 200) throw new Error(`The live stream answered ${response.statusCode}`);
			await once(response, 'data');
			response.on('error', () => response.destroy()).resume();
			return { response, bytesBefore: response.socket.bytesRead };
		}),
	);
	return 'open';
}

async function close(): Promise<number[]> {
	const bytes = streams.map(({ response, bytesBefore }) => response.socket.bytesRead - bytesBefore);
	for (const { response } of streams) response.destroy();
	return bytes;
}
