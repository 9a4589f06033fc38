import type { CallOutput, Contract } from '@dropwire/contract';
import type { CallState } from '../api/useCall.ts';
import { Loaded } from '../ui/Loading.tsx';

export type PostsCall = CallState<CallOutput<Contract['socialPosts']>>;

/** The newest change that a keyword matches, as a post with the current promo codes, and what keeps such a change from being posted. */
export function NextPost({ call }: { call: PostsCall }) {
	return (
		<section className="card" aria-labelledby="next-post">
			<div className="list-head">
				<h2 id="next-post">What the next post would look like</h2>
			</div>
			<Loaded call={call} rows={3}>
				{({ preview, hindrances }) =>
					preview === null ? (
						<p className="empty">No changes yet. The first change of a watched product appears here as a post.</p>
					) : (
						<>
							<blockquote className="post-text">{preview}</blockquote>
							{hindrances.length > 0 && (
								<ul className="hindrances">
									{hindrances.map((reason) => (
										<li key={reason}>Would not be posted now: {reason}</li>
									))}
								</ul>
							)}
						</>
					)
				}
			</Loaded>
		</section>
	);
}
