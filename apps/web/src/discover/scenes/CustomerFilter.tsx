import type { Company } from '@earth/contracts';
import { IconFilter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { useTexts } from '../../shared/i18n';
import { redirectToSignIn } from '../../shared/to-sign-in';
import { ApiError, getConfig, useSession } from '../../platform';
import { createCustomerFilter, useCustomerFilter } from './model/customer-filter';
import { companiesQuery } from '../../shared/queries';
import { FilledButton, TextButton } from '../../ui/controls/Button';
import { Dialog, DialogAnswers } from '../../ui/overlay/Dialog';
import { IconButton } from '../../ui/controls/IconButton';
import { Failed } from '../../ui/feedback/Notice';
import { SkeletonRows } from '../../ui/feedback/Skeleton';
import { Switch } from '../../ui/controls/Switch';
import styles from './scenes.module.css';
import { texts } from './texts';
import { useIsPrivateOnly, useMayFilter } from './use-area-filters';
import { contentsClient } from '../lists/model/contents-client';
import { useScoped } from '../../platform/session/scope-context';
import { createQueryClient } from '../../shared/query-client';

interface CompaniesProps {
  readonly companies: readonly Company[];
  readonly chosen: string | null;
  readonly onChoose: (code: string | null) => void;
}

function Companies({ companies, chosen, onChoose }: CompaniesProps) {
  const t = useTexts(texts);
  const name = useId();
  const choices = [{ code: null, name: t('allCompanies') }, ...companies];
  return (
    <fieldset className={styles.companies}>
      <legend className={styles.legend}>{t('companies')}</legend>
      {choices.map((company) => (
        <label key={company.code} className={styles.choice}>
          <input
            type="radio"
            name={name}
            className={styles.radio}
            checked={company.code === chosen}
            onChange={() => onChoose(company.code)}
          />
          {company.name}
        </label>
      ))}
    </fieldset>
  );
}

/** D8.1: a refused company list redirects to the sign-in. */
function useCompanies() {
  const router = useRouter();
  const query = useQuery(companiesQuery, useScoped(createQueryClient));
  const isRefused = query.error instanceof ApiError && query.error.code === 401;
  useEffect(() => {
    // Not cancelled on unmount, because the redirect itself closes the popup, which unmounts this.
    if (isRefused) redirectToSignIn(router);
  }, [isRefused, router]);
  return query;
}

/** A choice takes effect when it is applied; cancelling changes nothing (D4.19). */
function FilterForm({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(texts);
  const { write } = useScoped(createCustomerFilter);
  const applied = useCustomerFilter();
  const [chosen, setChosen] = useState(applied);
  const { data: companies, error, refetch } = useCompanies();
  function apply() {
    write(chosen);
    // Both lists start again from their first page.
    void contentsClient.resetQueries({ queryKey: ['contents'] });
    onClose();
  }
  return (
    <>
      {getConfig().brand.discover.publicScenes && (
        <Switch
          label={t('privateOnly')}
          isOn={chosen.isPrivateOnly}
          onChange={(isPrivateOnly) => setChosen({ ...chosen, isPrivateOnly })}
        />
      )}
      {companies && (
        <Companies
          companies={companies}
          chosen={chosen.customer}
          onChoose={(customer) => setChosen({ ...chosen, customer })}
        />
      )}
      {!companies && !error && <SkeletonRows count={2} />}
      {!companies && error && (
        <Failed title={t('companiesFailed')} line={error.message} onRetry={() => void refetch()} />
      )}
      <DialogAnswers>
        <TextButton onClick={onClose}>{t('cancel')}</TextButton>
        <FilledButton onClick={apply}>{t('apply')}</FilledButton>
      </DialogAnswers>
    </>
  );
}

/** Describes the current filter. */
function useShown(): string {
  const t = useTexts(texts);
  const { customer } = useCustomerFilter();
  const { data: companies } = useQuery(
    { ...companiesQuery, enabled: useMayFilter() && customer !== null },
    useScoped(createQueryClient),
  );
  const contents = t(useIsPrivateOnly() ? 'privateOnly' : 'allContents');
  if (customer === null) return contents;
  const company = companies?.find(({ code }) => code === customer)?.name ?? customer;
  return t('ofCompany', { contents, company });
}

/** Redirects to the sign-in when the session has ended. */
function useSignInAgain() {
  const router = useRouter();
  const isOver = useSession((state) => state.status === 'signedOut' && state.isOver);
  const isSignedIn = useSession(({ status }) => status === 'signedIn');
  const [wasSignedIn] = useState(isSignedIn);
  useEffect(() => (wasSignedIn && isOver ? redirectToSignIn(router) : undefined), [wasSignedIn, isOver, router]);
}

/** The customer filter and its popup (D2.39). */
export function CustomerFilter() {
  const t = useTexts(texts);
  const [isOpen, setOpen] = useState(false);
  const mayFilter = useMayFilter();
  const shown = useShown();
  useSignInAgain();
  const close = () => setOpen(false);
  if (!mayFilter) return null;
  return (
    <>
      <IconButton
        isField
        label={t('filterOn', { shown })}
        icon={<IconFilter size={24} stroke={1.75} aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <Dialog isOpen={isOpen} onClose={close} title={t('filterTitle')}>
        <FilterForm onClose={close} />
      </Dialog>
    </>
  );
}
