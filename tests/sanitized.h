/*
 * Sanitizers make a test slow, and what they find shows in few games as in
 * many: there a test that plays many may play fewer.
 */
#ifndef TESTS_SANITIZED_H
#define TESTS_SANITIZED_H

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#elif defined __SANITIZE_ADDRESS__
#define SANITIZED 1
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#endif
