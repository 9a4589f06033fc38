import type { CallOutput, Contract } from '@dropwire/bff/contract';
import type { Question } from '../data/useCall.ts';
import { Loaded } from '../shell/Loading.tsx';

export type PostsQuestion = Question<CallOutput<Contract['socialPosts']>>;

/** The newest event as a post, with the promo codes as they are now. */
export function NextPost({ question }: { question: PostsQuestion }) {
	return (
		<section className="card" aria-labelledby="next-post">
			<div className="list-head">
				<h2 id="next-post">What the next post would look like</h2>
			</div>
			<Loaded question={question} rows={3}>
				{({ preview }) =>
					preview === null ? (
						<p className="empty">
							Nothing has changed yet. The first change of a watched product shows here as a post.
						</p>
					) : (
						<blockquote className="post-text">{preview}</blockquote>
					)
				}
			</Loaded>
		</section>
	);
}
