import '../ui/lists.css';
import './social.css';
import { useState } from 'react';
import { useCall } from '../api/useCall.ts';
import { Loaded } from '../ui/Loading.tsx';
import { BlacklistModal, type BlacklistDraft } from './BlacklistModal.tsx';
import { CategoryCard } from './CategoryCard.tsx';
import { KeywordModal, type KeywordDraft } from './KeywordModal.tsx';
import { NextPost } from './NextPost.tsx';
import { Posts } from './Posts.tsx';
import { PromoCodes } from './PromoCodes.tsx';

/** How often the posts are read while the page is visible, ms. */
const EVERY_MS = 5000;
/** How often the lists are read, which other operators change, ms. */
const LISTS_EVERY_MS = 30_000;

/** Posts to X: their keywords, promo codes and blacklists, a preview, and the newest posts. */
export default function SocialMonitor() {
	const social = useCall('social', {}, { refreshInterval: LISTS_EVERY_MS });
	const posts = useCall('socialPosts', {}, { refreshInterval: EVERY_MS });
	const [keyword, setKeyword] = useState<KeywordDraft | null>(null);
	const [blacklist, setBlacklist] = useState<BlacklistDraft | null>(null);
	return (
		<>
			<div className="page-head">
				<h1>Twitter</h1>
			</div>
			{posts.data?.connected === false && (
				<p className="state">
					X is not connected: posts are composed and stored, but not sent. Set X_APP_KEY, X_APP_SECRET, X_ACCESS_TOKEN
					and X_ACCESS_SECRET to connect it.
				</p>
			)}
			<Loaded call={social} rows={8}>
				{({ keywords, promocodes, blacklist: words }) => (
					<>
						<div className="social-top">
							<PromoCodes codes={promocodes} />
							<NextPost call={posts} />
						</div>
						<div className="social-categories">
							{keywords.map((group) => (
								<CategoryCard
									key={group._id}
									group={group}
									words={words.filter(({ category }) => category === group.category)}
									editKeyword={setKeyword}
									editBlacklist={setBlacklist}
								/>
							))}
						</div>
						<KeywordModal draft={keyword} close={() => setKeyword(null)} />
						<BlacklistModal
							draft={blacklist}
							words={words.filter(({ category }) => category === blacklist?.category)}
							close={() => setBlacklist(null)}
						/>
					</>
				)}
			</Loaded>
			<Posts call={posts} />
		</>
	);
}
