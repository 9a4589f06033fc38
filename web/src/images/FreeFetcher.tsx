import { PublicPage } from '../ui/PublicPage.tsx';
import { Title } from '../ui/Title.tsx';
import { FreeImages } from './pages.tsx';

/** The page of the free image fetcher, open without sign-in. */
export default function FreeFetcher() {
	return (
		<PublicPage>
			<Title of="Free image fetcher" />
			<FreeImages />
		</PublicPage>
	);
}
