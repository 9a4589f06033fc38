import { ROLE_NAMES } from '@dropwire/contract';
import { useCall } from '../api/useCall.ts';
import { answerText } from '../requestAccess/answerText.ts';
import { dateTime } from '../ui/format.ts';

const EVERY_MS = 30_000;

/** The state of the user's open request for a role; absent without one. */
export function OpenRequest() {
	const { data } = useCall('accessRequest', {}, { refreshInterval: EVERY_MS });
	if (data?.data?.status !== 'open' || data.data.role === null) return null;
	return (
		<section className="card" aria-labelledby="request">
			<h2 id="request">Your request for {ROLE_NAMES[data.data.role]} is open</h2>
			<p className="dim">
				Sent on {dateTime(data.data.createdAt)}. {answerText(data.answeredWithinMs)}
			</p>
		</section>
	);
}
