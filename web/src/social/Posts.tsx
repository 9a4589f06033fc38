import type { SOCIAL_STATUSES } from '@dropwire/contract';
import { useState } from 'react';
import { ago, dateTime } from '../ui/format.ts';
import { ListCard } from '../ui/ListCard.tsx';
import { Loaded } from '../ui/Loading.tsx';
import type { PostsCall } from './NextPost.tsx';

const TONES: Readonly<Record<(typeof SOCIAL_STATUSES)[number], string>> = {
	kept: '',
	pending: 'wait',
	posted: 'good',
	failed: 'bad',
	expired: 'bad',
};

/** The newest posts with their status. */
export function Posts({ call }: { call: PostsCall }) {
	const [filter, setFilter] = useState('');
	const wanted = filter.trim().toLowerCase();
	return (
		<ListCard
			id="recent-posts"
			title="Recent posts"
			filterLabel="Filter posts"
			placeholder="Filter by text or outcome"
			filter={filter}
			setFilter={setFilter}
		>
			<Loaded call={call} rows={3}>
				{({ data }) => {
					const found = data.filter((post) =>
						`${post.keyword} ${post.status} ${post.text}`.toLowerCase().includes(wanted),
					);
					return (
						<>
							<ul className="rows">
								{found.map(({ id, keyword, text, status, reason, createdAt, postedAt }) => (
									<li className="row post" key={id}>
										<span className="post-status">
											<i className={`dot ${TONES[status]}`} aria-hidden="true" /> {status}
										</span>
										<div className="post-body">
											<p className="post-text">{text}</p>
											{reason !== null && <p className={status === 'kept' ? 'dim' : 'bad'}>{reason}</p>}
										</div>
										<span className="dim post-when">
											{keyword}
											<time dateTime={new Date(createdAt).toISOString()} title={dateTime(postedAt ?? createdAt)}>
												{ago(postedAt ?? createdAt)}
											</time>
										</span>
									</li>
								))}
							</ul>
							{found.length === 0 && (
								<p className="empty">
									{wanted
										? 'No post matches the filter.'
										: 'No posts yet. A post is created when a product with a keyword changes while its category is on.'}
								</p>
							)}
						</>
					);
				}}
			</Loaded>
		</ListCard>
	);
}
