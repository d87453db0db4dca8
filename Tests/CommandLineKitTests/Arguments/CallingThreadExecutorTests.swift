import Foundation
import Testing

@testable import CommandLineKit

@Suite("Commands on the thread they are started on")
struct CallingThreadExecutorTests {
    @Test func allOfATaskRunsWhereItIsWaitedFor() {
        let caller = pthread_self()
        let threads = CallingThreadExecutor().run {
            var threads = [pthread_self()]
            await Task.yield()
            threads.append(pthread_self())
            async let child = pthread_self()
            threads.append(await child)
            return threads
        }
        #expect(threads == [caller, caller, caller])
    }

    @Test func whatAnotherThreadResumesComesBack() {
        let caller = pthread_self()
        let (value, thread) = CallingThreadExecutor().run {
            let value = await withCheckedContinuation { continuation in
                Thread.detachNewThread { continuation.resume(returning: 7) }
            }
            return (value, pthread_self())
        }
        #expect(value == 7 && thread == caller)
    }
}
